// Fills the sentences of a language with evidence, as patience/words/ does: its docstring explains the templates.

/**
 * @typedef {unknown} Value the code of a card or pile, a number, nothing, a list, or evidence of its own
 * @typedef {{ readonly [name: string]: Value }} Evidence
 * @typedef {string | { readonly [choice: string]: string }} Template
 * @typedef {{ key: string, evidence: Evidence }} Sentence what is to be said, in any language
 * @typedef {object} Parts the parts of a language's file
 * @property {Record<string, string>} joins
 * @property {Record<string, Template>} words
 * @property {Record<string, Template>} sentences
 * @property {Layer} [visitor] what a visitor of the page reads about illegal moves: other sentences, and words in place of some
 * @property {Layer} [rules] the rules of games
 *
 * @typedef {Pick<Parts, 'words' | 'sentences'>} Layer
 */

const RANKS = 'A23456789TJQK';
const SUITS = 'CDHS';
const SIGNS = '♣♦♥♠';
/** @type {Record<string, string>} */
const ALL_OF_A_RANK = { CDHS: 'every suit', CS: 'black suits', DH: 'red suits' };
const PLACE = /\{(\w*)(?::([^}]+))?\}/g;

/** @param {string} code */
const symbol = (code) => `${code[0] === 'T' ? '10' : code[0]}${SIGNS[SUITS.indexOf(code[1])]}`;

export class Language {
  /** @param {Parts} parts */
  constructor({ joins, words, sentences }) {
    this.joins = joins;
    this.words = words;
    this.sentences = sentences;
  }

  /**
   * Return a language with other sentences, and with words in place of some and besides.
   * @param {Layer} layer
   */
  over({ words, sentences }) {
    return new Language({ joins: this.joins, words: { ...this.words, ...words }, sentences });
  }

  /**
   * Return a sentence filled with its evidence.
   * @param {Sentence} sentence
   */
  say({ key, evidence }) {
    return this.#fill(this.sentences[key], evidence, null);
  }

  /**
   * Return a value in a form, or as it is.
   * @param {string | undefined} form
   * @param {Value} value
   * @param {Evidence} [evidence]
   * @returns {string}
   */
  text(form, value, evidence = {}) {
    if (!form) return String(value);
    if (form === 'card') return symbol(String(value));
    if (form === 'cards') return this.#cards(/** @type {string[]} */ (value));
    if (form === 'ranks') return this.#ranks(String(value));
    const [join, ...item] = form.split(' ');
    if (join in this.joins && Array.isArray(value)) return this.#join(join, value.map((one) => this.text(item.join(' '), one, evidence)));
    return this.#fill(this.words[form], isEvidence(value) ? { ...evidence, ...value } : evidence, value);
  }

  /**
   * @param {Template} template
   * @param {Evidence} evidence
   * @param {Value} value
   */
  #fill(template, evidence, value) {
    let chosen = template;
    if (typeof chosen !== 'string') {
      const choice = choiceOf('by' in chosen ? evidence[chosen.by] : value);
      chosen = chosen[choice in chosen ? choice : 'other'];
    }
    return chosen.replace(PLACE, (_, name, form) => this.text(form, name ? evidence[name] : value, evidence));
  }

  /**
   * Name exactly these cards, rank by rank: "any 9", "a black 9", "9♣ or 9♦"; whole suits as such: "any club".
   * @param {readonly string[]} codes
   */
  #cards(codes) {
    if (codes.length === RANKS.length * SUITS.length) return this.#ranks(RANKS);
    const suits = [...SUITS].filter((suit) => codes.includes(`A${suit}`));
    if (codes.length === RANKS.length * suits.length) return this.#join('or', suits.map((suit) => this.text('any of a suit', suit)));
    const names = [...RANKS].flatMap((rank) => {
      const cards = [...SUITS].map((suit) => `${rank}${suit}`).filter((code) => codes.includes(code));
      const whole = ALL_OF_A_RANK[cards.map((code) => code[1]).join('')];
      return whole ? [this.text(whole, rank)] : cards.map(symbol);
    });
    return this.#join('or', names);
  }

  /**
   * Name any card of these ranks: "any card", "a King", "a Queen or a King".
   * @param {string} ranks
   */
  #ranks(ranks) {
    return ranks.length === RANKS.length ? this.text('any card', ranks) : this.#join('or', [...ranks].map((rank) => this.text('a rank', rank)));
  }

  /**
   * Join texts: a join is what stands between the last two of a list and, after "|", all others.
   * @param {string} join
   * @param {readonly string[]} texts
   */
  #join(join, texts) {
    const [last, between = ', '] = this.joins[join].split('|');
    return texts.length > 1 ? `${texts.slice(0, -1).join(between)}${last}${texts[texts.length - 1]}` : texts.join('');
  }
}

/**
 * @param {Value} value
 * @returns {value is Evidence}
 */
const isEvidence = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {Value} value */
function choiceOf(value) {
  if (Array.isArray(value)) return ['none', 'one'][value.length] ?? 'other';
  return value === null || value === undefined ? 'none' : String(value);
}
