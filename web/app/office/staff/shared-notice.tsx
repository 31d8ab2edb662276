interface Props {
  /** Whether it is unfolded at first: on the page where it is turned off. */
  isOpen?: boolean;
  /** What the reader can do about it here. */
  children: React.ReactNode;
}

/** For admins, while the shared admin password is on. */
export function SharedNotice({ isOpen = false, children }: Props) {
  return (
    <details className="notice warn" open={isOpen}>
      <summary>The shared password is on.</summary>
      <p>
        Everybody with this password is the same person on record. Invite your colleagues, then turn it off.{' '}
        {children}
      </p>
    </details>
  );
}
