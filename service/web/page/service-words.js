// What the service says of requests, as elements in the visitor's language. The service itself speaks English.

import { make } from '../dom.js';
import { language } from '../i18n/text.js';

// How many errors of a problem are shown.
export const MOST_ERRORS = 20;

const texts = language === 'en' ? null : await import(`../i18n/problems/${language}.js`);

const said = (element, words, detail) => (words ? make(element, {}, words) : make(element, { lang: 'en' }, detail));

export const problemSaid = (problem) => said('p', texts?.problems[problem.kind]?.(problem), problem.detail || problem.title);
export const errorSaid = (error) => said('span', texts?.errors[error.code]?.(error), error.detail);
export const refutationSaid = (refutation, verdict) => said('li', texts?.refutations[refutation.code]?.(verdict), refutation.detail);

// Return the English details, which say more than a translation by code. In English they stand there already.
export function wordingOf(problem) {
  const details = problem.errors.length ? problem.errors.map(({ detail }) => detail) : [problem.detail];
  return texts && problem.detail ? make('details', { className: 'quiet' }, make('summary', {}, texts.wording), ...details.slice(0, MOST_ERRORS).map((detail) => make('p', { lang: 'en' }, detail))) : null;
}
