interface Props {
  label: string;
  /** As the styles of buttons name them; without one, it is the main button of its page. */
  kind?: 'secondary' | 'secondary small';
}

/** Opens the browser's print dialog; hidden without script. */
export function PrintButton({ label, kind }: Props) {
  return (
    <button
      type="button"
      className={`button${kind ? ` ${kind}` : ''} needs-script`}
      onClick={() => window.print()}
    >
      {label}
    </button>
  );
}
