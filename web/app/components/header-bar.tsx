import type { LayoutData } from '../layout-data.ts';
import { BrandMark } from './icons.tsx';

interface HeaderBarProps {
  firm: LayoutData | null;
  /** Beside the brand. */
  children: React.ReactNode;
  /** Below the bar, in the same header. */
  below?: React.ReactNode;
}

/** How every page begins: the way past the header, whose site it is, and the way to its home page. */
export function HeaderBar({ firm, children, below }: HeaderBarProps) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <header className="site-header">
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
