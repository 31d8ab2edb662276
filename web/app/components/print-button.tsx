interface Props {
  label: string;
  /** Of the button, as `wizard.css` names its kinds. */
  kind?: string;
}

/** Opens the browser's print dialog; not there without script. */
export function PrintButton({ label, kind = 'secondary' }: Props) {
  return (
    <button type="button" className={`button ${kind} needs-script`} onClick={() => window.print()}>
      {label}
    </button>
  );
}
