interface Props {
  notices: { title: string; text: string }[];
}

/** What the answers mean for who gives them; they stop nobody. */
export function Notices({ notices }: Props) {
  return notices.map(({ title, text }) => (
    <p className="notice means" key={title}>
      <strong>{title}.</strong> {text}
    </p>
  ));
}
