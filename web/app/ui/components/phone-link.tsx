import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { HoursLine } from './hours-line.tsx';

interface PhoneLinkProps {
  firm: { phone: string; phoneHref: string };
  /** Punctuation right after the number, so that it never begins a line. */
  end?: string;
}

/** The firm's number within a sentence: on one line, however the sentence breaks. */
export function PhoneLink({ firm, end = '' }: PhoneLinkProps) {
  return (
    <span className="nowrap">
      <a href={firm.phoneHref}>{firm.phone}</a>
      {end}
    </span>
  );
}

interface CallUsProps {
  /** The words before the number. */
  children: React.ReactNode;
  end?: string;
  /** Whether the office hours follow. */
  hours?: boolean;
  /** Instead of all this when the firm's data could not be read. */
  otherwise?: string;
}

/** Asks to call the firm, within a paragraph. */
export function CallUs({ children, end = '.', hours = false, otherwise = '' }: CallUsProps) {
  const firm = useLayoutData();
  if (!firm) return otherwise;
  return (
    <>
      {children} <PhoneLink firm={firm} end={end} />
      {hours ? ' ' : null}
      {hours ? <HoursLine hours={firm.hours} end="." /> : null}
    </>
  );
}

/** The same as a paragraph. @param more what follows. */
export function CallUsParagraph({ more, ...props }: CallUsProps & { more?: string }) {
  if (!useLayoutData()) return null;
  return (
    <p>
      <CallUs {...props} />
      {more && ` ${more}`}
    </p>
  );
}
