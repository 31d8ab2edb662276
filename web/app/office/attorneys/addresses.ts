export const listPath = '/admin/attorneys';
export const newPath = `${listPath}/new`;

export function editPath(id: string): string {
  return `${listPath}/${id}`;
}

export function deletePath(id: string): string {
  return `${editPath(id)}/delete`;
}

/** Shown in a dialog whose attorney was deleted. */
export const missing = {
  title: 'This attorney was not found',
  text: 'Somebody may have deleted the entry. The list shows all that there are.',
};
