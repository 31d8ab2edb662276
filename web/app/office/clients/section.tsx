/** A part of a client's page, under a heading. */
export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="titled">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
