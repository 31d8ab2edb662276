import type { Notice } from '@claimdesk/forms/define-intake';

interface Props {
  notices: Pick<Notice, 'title' | 'text' | 'link'>[];
}

/** What the answers mean for the visitor; they never block the form. */
export function Notices({ notices }: Props) {
  return notices.map(({ title, text, link }) => (
    <p className="notice means" key={title}>
      <strong>{title}.</strong> {text} {link ? <a href={link.to}>{link.label}</a> : null}
    </p>
  ));
}
