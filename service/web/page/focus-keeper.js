// Keeps the focus on the page: a control that goes away hands it to what took its place, or to the pile on the board. Without this it
// falls to the body, where a keyboard begins from the top and a screen reader loses its place.

import { find } from '../dom.js';

const FOCUSABLE = 'button, input, select, textarea, a[href], summary, [tabindex="0"]';
// What may be filled anew: the focus stays within it if it can.
const PLACES = '#next, #won, #legal-here, #bar, #moves, #evidence, #notice, #front, dialog';

const isThere = (element) => element.isConnected && !element.disabled && element.checkVisibility({ visibilityProperty: true });

// `fallback` returns the element that takes the focus if nothing near it can.
export function keepFocus(fallback) {
  let last = null;
  let isDue = false;
  document.addEventListener('focusin', ({ target }) => {
    last = { target, label: labelOf(target), place: target.closest(PLACES) };
  });
  // A press beside all controls may leave them.
  document.addEventListener('pointerdown', ({ target }) => {
    if (!target.closest(FOCUSABLE)) last = null;
  });
  const mend = () => {
    isDue = false;
    if (!last || isThere(last.target) || (document.activeElement !== document.body && isThere(document.activeElement))) return;
    (successorOf(last) ?? fallback())?.focus();
  };
  new MutationObserver(() => {
    if (isDue || !last || (last.target.isConnected && last.target === document.activeElement && !isHiddenBy(last.target))) return;
    isDue = true;
    queueMicrotask(mend);
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden', 'class', 'disabled'] });
}

const labelOf = (element) => element.getAttribute('aria-label') ?? element.textContent;
// Attributes tell without a layout of the page. Classes of the body hide whole parts of it.
const isHiddenBy = (element) => element.closest('[hidden]') !== null || element.disabled || document.body.classList.contains('fronting') !== (element.closest('#front') !== null);

// Return the control of the same name, else the first one of the same place.
function successorOf({ label, place }) {
  if (!place || !isThere(place)) return null;
  const controls = [...place.querySelectorAll(FOCUSABLE)].filter(isThere);
  return controls.find((control) => labelOf(control) === label) ?? (place.matches('#next') ? null : controls[0]) ?? null;
}

// The search comes first on the front page, once it is there, and the current pile on the table.
export const firstOf = (input) => () => (document.body.classList.contains('fronting') ? [find('#search'), find('#front')].find(isThere) : input.place);
