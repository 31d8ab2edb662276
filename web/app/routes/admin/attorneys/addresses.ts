export const listPath = '/admin/attorneys';
export const newPath = `${listPath}/new`;

export function editPath(id: string): string {
  return `${listPath}/${id}`;
}

export function deletePath(id: string): string {
  return `${editPath(id)}/delete`;
}

/** @returns the id of the link that opens an attorney, for returning the focus to it. */
export function linkIdOf(id: string): string {
  return `open-${id}`;
}
