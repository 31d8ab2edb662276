import { useLayoutData } from '../../layout-data.ts';
import { directoryHref } from '../../navigation.ts';

/** What the network is, what becomes public, and whom to ask. */
export function Pitch() {
  const firm = useLayoutData();
  return (
    <div className="prose">
      <p>
        Do you help people with Social Security disability claims? We have referred claimants since 1993, in
        every part of the country. Join our network, and people in your state will find you.
      </p>
      <h2>How it works</h2>
      <ol>
        <li>Fill in this page. It takes about 5 minutes.</li>
        <li>Our staff read your application.</li>
        <li>
          Once we approve it, you are listed in our <a href={directoryHref}>attorney directory</a>.
        </li>
      </ol>
      <p>
        <strong>Your listing is public.</strong> It shows all that you fill in here, with your phone number
        and your email address. So please give those of your office.
      </p>
      {firm ? (
        <p>
          Questions? Write to <a href={`mailto:${firm.email}`}>{firm.email}</a> or call{' '}
          <a href={firm.phoneHref}>{firm.phone}</a>.
        </p>
      ) : null}
      <h2>Your application</h2>
    </div>
  );
}
