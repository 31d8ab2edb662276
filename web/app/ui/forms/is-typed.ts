/** @returns whether a form differs from how the page showed it first. */
export function isTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some((each) => {
    if (each instanceof HTMLSelectElement)
      return [...each.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
    if (!(each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement)) return false;
    if (each instanceof HTMLInputElement && each.checked !== each.defaultChecked) return true;
    return each.value !== each.defaultValue;
  });
}
