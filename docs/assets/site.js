// Follow an address to a section that has moved to a page of its own: its old anchor stands before a link to it.
const anchor = document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (anchor?.matches('a:empty')) location.replace(anchor.nextElementSibling.href);

// What the theme leaves out for keyboards and screen readers. It wraps the tables before the page has loaded.
addEventListener('load', () => {
  document.querySelector('.md-search')?.setAttribute('aria-label', 'Search');
  for (const box of document.querySelectorAll('.md-typeset__scrollwrap')) box.tabIndex = 0;
});
