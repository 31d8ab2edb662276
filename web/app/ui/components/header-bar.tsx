import type { LayoutData } from '#web/app/ui/pages/layout-data.ts';
import { BrandMark } from './icons.tsx';

interface HeaderBarProps {
  firm: LayoutData | null;
  /** Beside the brand. */
  children: React.ReactNode;
  /** Below the bar, in the same header. */
  below?: React.ReactNode;
  className?: string;
}

/** The start of every page: skip link, and the firm's name as a link to the home page. */
export function HeaderBar({ firm, children, below, className }: HeaderBarProps) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <header className={className ? `site-header ${className}` : 'site-header'}>
        <div className="wrap header-bar">
          <a className="brand" href="/">
            <BrandMark />
            <span>{firm?.firmName ?? 'Home'}</span>
          </a>
          {children}
        </div>
        {below}
      </header>
    </>
  );
}
