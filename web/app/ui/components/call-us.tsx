import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { HoursLine } from './hours-line.tsx';
import { PhoneLink } from './phone-link.tsx';

interface CallUsProps {
  /** The words before the number. */
  children: React.ReactNode;
  end?: string;
  /** Whether the office hours follow. */
  hours?: boolean;
  /** Instead of all this when the firm's data could not be read. */
  otherwise?: string;
}

/** Asks to call the firm, within a paragraph. Apart from `PhoneLink`, because islands have no loader's data to read. */
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
