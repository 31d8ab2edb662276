'use client';

import { useEffect, useRef } from 'react';

/** What an authenticator app needs, as the site sends it. */
export interface Setup {
  /** Base32. */
  secret: string;
  /** The dark parts of the QR code as the path of an SVG, and the width of its view box. */
  qr: { size: number; path: string };
}

/** Shows the secret for an authenticator app, before the first code is asked for. */
export function SetupSteps({ setup: { qr, secret } }: { setup: Setup }) {
  return (
    <>
      <p>
        Scan this code with an authenticator app on your phone, then type the six digits that the app shows.
      </p>
      {/* Dark on light in every color scheme, because cameras cannot read it otherwise. */}
      <svg
        className="own-form__qr"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="QR code for the app"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p>
        Without a camera, type this key into the app:{' '}
        <span className="own-form__key">{secret.replace(/.{4}(?=.)/g, '$& ')}</span>
      </p>
    </>
  );
}

/** Shows the recovery codes, this once. */
export function RecoveryCodes({ codes, onContinue }: { codes: readonly string[]; onContinue: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <h2 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h2>
      <p>
        Two-step login is on. Keep these recovery codes in a safe place now: this page shows them only once.
        Each logs you in once when you are without your phone.
      </p>
      <ul className="own-form__codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <button type="button" data-primary="true" onClick={onContinue}>
          I have kept them
        </button>
      </p>
    </div>
  );
}
