export const listPath = '/admin/contracts';

/** The contracts that wait for countersignature. */
export const signDeskPath = '/admin/sign-desk';

export function contractPath(id: string): string {
  return `${listPath}/${id}`;
}

/** @param which the file with both signatures, where there is one; `first` the one that the client alone signed. */
export function pdfPath(id: string, which: 'newest' | 'first' = 'newest'): string {
  return `${contractPath(id)}/pdf${which === 'first' ? '?first' : ''}`;
}

/** What goes into the form that appoints the representative. */
export function sheetPath(id: string): string {
  return `${contractPath(id)}/ssa-1696`;
}
