// What the board says in German.

export const RANKS = {
  A: 'Ass', 2: 'Zwei', 3: 'Drei', 4: 'Vier', 5: 'Fünf', 6: 'Sechs', 7: 'Sieben',
  8: 'Acht', 9: 'Neun', T: 'Zehn', J: 'Bube', Q: 'Dame', K: 'König',
};
const SUITS = { C: 'Kreuz', D: 'Karo', H: 'Herz', S: 'Pik' };
export const zuege = (number) => `${number} ${number === 1 ? 'Zug' : 'Züge'}`;
export const karten = (number) => `${number} ${number === 1 ? 'Karte' : 'Karten'}`;

// Piles have articles: "der Talon" becomes "vom Talon" and "auf den Talon".
export const vom = (pile) => `von ${pile.replace(/^der /, 'dem ').replace(/^irgendeine /, 'irgendeiner ')}`.replace('von dem', 'vom');
export const auf = (pile) => `auf ${pile.replace(/^der /, 'den ')}`;
export const in_ = (pile) => `in ${pile.replace(/^der /, 'dem ')}`.replace('in dem', 'im');

export default {
  title: 'Patience Referee',
  skip: 'Zum Spieltisch',
  new: 'Neues Spiel',
  'help.title': 'Hilfe',
  board: 'Spieltisch',
  game: 'Das Spiel',

  'front.resume': (title, moves) => `${title} fortsetzen, ${zuege(moves)}`,

  'settings.title': 'Einstellungen',

  'link.cut': 'Der Link wurde abgeschnitten',
  'link.arrived': (arrived, sent) => (sent ? `Der Link enthält ${arrived} von ${sent === 1 ? 'einem Zug' : `${sent} Zügen`}.` : `Der Link enthält nur die ersten ${zuege(arrived)}.`),
  'link.odd': 'Mit dem Link stimmt etwas nicht',
  'link.version': (value) => `Der Link hat Version „${value}“. Diese Seite kennt Version 1 und zeigt vielleicht ein anderes Spiel als gemeint.`,
  'link.separator': (value) => `Die Züge sind durch „${value}“ verbunden.`,
  'link.field': (name) => `Das Feld „${name}“ ist unbekannt und wurde nicht beachtet.`,
  'place.field': (name) => `Feld „${name}“`,
  'place.rules': (name) => `Regelwahl „${name}“`,
  'place.deck': (number) => `Karte ${number} der Kartenfolge`,
  'place.checkpoints': (number) => `Prüfpunkt ${number}`,

  'option.foundations': 'Ablagen',
  'option.redeals': 'Wenden',
  'option.draw': 'Ziehen',
  'option.lift': 'Gruppen bewegen',
  'option.spaces': 'Leere Spalten',
  'option.cells': 'Zellen',
  'option.groups': 'Gruppen',
  'option.deal': 'Geben',
  'option.win': 'Ziel',
  'option.twos': 'Ausgelegte Zweien',
  'option.suits': 'Farben',
  'value.any_time': 'jederzeit',
  'value.when_blocked': 'nur wenn nichts geht',
  'value.final': 'Karten bleiben liegen',
  'value.returnable': 'Karten dürfen zurück',
  'value.full_columns': 'nur bei vollen Spalten',
  'value.one': 'eine',
  'value.two': 'zwei',
  'value.three': 'drei',
  'value.four': 'vier',
  'value.eight': 'acht',
  'value.none': 'keine',
  'value.once': 'einmal',
  'value.twice': 'zweimal',
  'value.unlimited': 'unbegrenzt',
  'value.any': 'jede Karte',
  'value.kings': 'nur Könige',
  'value.any_run': 'jede Folge',
  'value.whole_columns': 'ganze Spalten',
  'value.run': 'eine Folge',
  'value.any_length': 'beliebig viele',
  'value.single': 'einzelne Karten',
  'value.supermove': 'über leere Plätze',
  'value.one_run': 'eine Folge',
  'value.in_sequence': 'nur Folgen',
  'value.all_cards': 'alle Karten',
  'value.four_sequences': 'vier ganze Folgen',

  'control.group': 'Steuerung',
  'control.back': 'Zurück',
  'control.play': 'Abspielen',
  'control.pause': 'Anhalten',
  'control.forward': 'Vor',
  'control.scrub': 'Zug',
  'control.speed': 'Tempo',

  'play.undo': 'Rückgängig',
  'play.redo': 'Wiederholen',
  'play.hint-button': 'Tipp',
  'play.finish': 'Zu Ende spielen',

  'drawer.title': 'Züge, Regeln und Nachweise',

  'action.deal': 'Geben',
  'action.draw': 'Ziehen',
  'action.redeal': 'Wenden',
  'action.gather': 'Neu geben',
  'action.deal.long': 'Vom Talon geben',
  'action.draw.long': 'Eine Karte ziehen',
  'action.redeal.long': 'Den Abwurf wenden',
  'action.gather.long': 'Die Karten neu geben',
  'hand.held': (group, goals) => `In der Hand: ${group}. Mögliche Ziele: ${goals || 'keine'}.`,

  'move.number': (number, index) => `Zug ${number} (Index ${index})`,
  moves: (number) => zuege(number),
  cards: (number) => karten(number),

  'badge.won': 'Gewonnen',
  'badge.lost': 'Verloren',
  'badge.in_progress': 'Im Gang',
  'badge.invalid': 'Regelwidriger Zug',
  'badge.refuted': 'Meldung widerlegt',

  'prospect.name.winnable': 'Noch zu gewinnen',
  'prospect.name.dead': 'Nicht mehr zu gewinnen',
  'prospect.name.undecided': 'Nicht bekannt',

  card: (rank, suit) => `${SUITS[suit]}-${RANKS[rank]}`,
  'card.any': 'irgendeine Karte',
  group: (number, first, last) => `${number} Karten, ${first} bis ${last}`,
  'pile.T': (number) => `Spalte ${number}`,
  'pile.F': (number) => `Ablage ${number}`,
  'pile.R': (number) => `Reserve ${number}`,
  'pile.cell': (number) => `Zelle ${number}`,
  'pile.S alone': 'der Talon',
  'pile.W alone': 'der Abwurf',
  'pile.F alone': 'irgendeine Ablage',
  'pile.begins': (pile, card) => `${pile}: leer, beginnt mit ${card}`,
  'pile.empty': (pile) => `${pile}: leer`,
  'pile.stock': (pile, number) => `${pile}: ${karten(number)} verdeckt`,
  'pile.topped': (pile, top, number) => `${pile}: ${top}, insgesamt ${karten(number)}`,
  'pile.named': (pile, cards) => `${pile}: ${cards}`,
  'pile.hidden': (pile, hidden, cards) => `${pile}: ${hidden} verdeckt${cards ? `, dann ${cards}` : ''}`,
  'step.moved': (group, number, from, to) => `${group}${number > 1 ? ',' : ''} ${vom(from)} ${auf(to)}`,
  'step.turned': (pile, card) => `Aufgedeckt ${in_(pile)}: ${card}.`,
  'step.filled': (to, from, card) => `Von selbst gefüllt ${vom(from)} ${auf(to)}: ${card}.`,
  'step.redeal': (number) => `Gewendet: der Abwurf wird zum Talon, ${karten(number)}.`,
  'step.gathered': (number) => `Neu gegeben: ${karten(number)}.`,
  'step.deal': (dealt) => `Gegeben: ${dealt}.`,
  'step.dealt': (card, pile) => `${card} ${auf(pile)}`,
};
