interface Props {
  notices: { title: string; text: string }[];
}

/** What the answers mean for the visitor; they never block the form. */
export function Notices({ notices }: Props) {
  return notices.map(({ title, text }) => (
    <p className="notice means" key={title}>
      <strong>{title}.</strong> {text}
    </p>
  ));
}
