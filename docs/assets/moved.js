// Follow an address to a section that has moved to a page of its own: its old anchor stands before a link to it.
const anchor = document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (anchor?.matches('a:empty')) location.replace(anchor.nextElementSibling.href);
