/**
 * Updates one element to match another and leaves equal nodes alone, so that the scroll position is kept, pictures are
 * not fetched again, and opened parts stay open.
 *
 * @param here is in the page. @param there was rendered by the server; its nodes are moved into the page.
 */
export function patch(here: Element, there: Element): void {
  patchAttributes(here, there);
  const before = [...here.childNodes];
  const after = [...there.childNodes];
  for (let at = 0; at < Math.max(before.length, after.length); at += 1)
    patchNode(here, before[at], after[at]);
}

function patchNode(parent: Element, before: ChildNode | undefined, after: ChildNode | undefined): void {
  if (!before) {
    if (after) parent.append(after);
  } else if (!after) before.remove();
  else if (before.isEqualNode(after)) return;
  else if (before instanceof Element && after instanceof Element && before.tagName === after.tagName) {
    // A script runs once; the one that does this is among them.
    if (before.tagName !== 'SCRIPT') patch(before, after);
  } else before.replaceWith(after);
}

function patchAttributes(here: Element, there: Element): void {
  for (const { name } of [...here.attributes]) {
    const opened = name === 'open' && here.tagName === 'DETAILS';
    if (!opened && !there.hasAttribute(name)) here.removeAttribute(name);
  }
  for (const { name, value } of there.attributes)
    if (here.getAttribute(name) !== value) here.setAttribute(name, value);
}
