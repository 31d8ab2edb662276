import type { Notice } from '@claimdesk/forms/define-intake';

interface Props {
  notices: Pick<Notice, 'title' | 'text' | 'link' | 'represented'>[];
  /** Whether the reader is a client whose contract we have. */
  isRepresented: boolean;
}

/** What the answers mean for the visitor; they never block the form. */
export function Notices({ notices, isRepresented }: Props) {
  return notices.map((notice) => {
    const { link } = notice;
    const { title, text } = (isRepresented && notice.represented) || notice;
    return (
      <p className="notice means" key={title}>
        <strong>{title}.</strong> {text} {link ? <a href={link.to}>{link.label}</a> : null}
      </p>
    );
  });
}
