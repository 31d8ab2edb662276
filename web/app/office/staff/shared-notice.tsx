/** For admins, while the shared admin password is on. @param children what the reader can do about it here. */
export function SharedNotice({ children }: { children: React.ReactNode }) {
  return (
    <div className="notice warn">
      <p>
        <strong>The shared password is on.</strong> Everybody with this password is the same person on record.
        Invite your colleagues, then turn it off.
      </p>
      <p>{children}</p>
    </div>
  );
}
