import { useLayoutData } from '../../layout-data.ts';
import { useIntakeForm } from './use-intake-form.ts';

/** The title of a page beside the steps; where something has to be corrected, that comes first. */
export function PageTitle({ title, wrong }: { title: string; wrong: boolean }) {
  const firm = useLayoutData();
  const form = useIntakeForm();
  const parts = [title, form.title, firm?.firmName].filter(Boolean);
  return <title>{`${wrong ? 'Error: ' : ''}${parts.join(' - ')}`}</title>;
}
