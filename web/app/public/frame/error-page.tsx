import { IllustrationFrame, signpost } from '#web/app/public/illustrations/illustration-frame.tsx';
import { QuickLinks } from '#web/app/public/parts/quick-links.tsx';
import { CallUsParagraph } from '#web/app/ui/components/call-us.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { situations } from '#web/app/ui/pages/navigation.ts';
import { SearchForm } from './search-form.tsx';

/** Our words for the statuses that a visitor may meet. */
const words: Record<number, { title: string; text: string }> = {
  404: { title: 'Oops! Page not found', text: 'The page you asked for is not here. It may have moved.' },
  405: { title: 'That did not work', text: 'This page can be read, but nothing can be sent to it.' },
  429: {
    title: 'Please wait a little',
    text: 'Too many requests came from your connection. Try again later, or call us.',
  },
  503: {
    title: 'We will be right back',
    text: 'This page is briefly unavailable. Please try again in a few minutes.',
  },
};
const sorry = {
  title: 'Something went wrong',
  text: 'The fault is on our side. Please try again in a few minutes.',
};

/** @param message what the server said about it, if it said it in our words. */
export function ErrorPage({ status, message }: { status: number; message?: string | undefined }) {
  const firm = useLayoutData();
  const known = words[status] ?? sorry;
  return (
    <div className="wrap prose error-page">
      <title>{firm ? `${known.title} | ${firm.firmName}` : known.title}</title>
      <meta name="robots" content="noindex" />
      {status === 404 ? <IllustrationFrame>{signpost}</IllustrationFrame> : null}
      <p className="error-code">{status}</p>
      <h1>{known.title}</h1>
      <p>{status !== 404 && status !== 405 && words[status] && message ? message : known.text}</p>
      <p>
        <a className="button" href="/">
          Return to Home
        </a>
      </p>
      <CallUsParagraph hours>Or call us at</CallUsParagraph>
      {status === 404 ? (
        <>
          <SearchForm id="missing-search" label="Look for it" />
          <h2>Where are you now?</h2>
          <QuickLinks links={situations} />
        </>
      ) : null}
    </div>
  );
}
