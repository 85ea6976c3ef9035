// Prints the rules of games in words as JSON, in the language of the first argument: a list of declarations is on standard input.
import { readFileSync } from 'node:fs';

Object.defineProperty(globalThis, 'navigator', { value: { languages: [process.argv[2]] } });
const { nameReserve } = await import('../../service/web/i18n/text.js');
const { rulesInWords } = await import('../../service/web/page/rules.js');

const rules = JSON.parse(readFileSync(0, 'utf8')).map((declaration) => {
  nameReserve(declaration.reserve);
  return rulesInWords({ variant: { declaration }, rankOf: (rank) => rank });
});
console.log(JSON.stringify(rules));
