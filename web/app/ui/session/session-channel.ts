import { useEffect } from 'react';

/** What the tabs of one browser tell each other about the session that they share. */
export type SessionMessage =
  /** The user is active: the session now ends then, in milliseconds since 1970 by this computer's clock. */
  | { kind: 'lasts'; endsAt: number }
  /** The user has pressed Log Out. */
  | { kind: 'logging-out' }
  | { kind: 'over' };

/** Whose session it is: staff and clients have one each, and neither's tabs care about the other's. */
export type SessionName = 'staff-session' | 'client-session';

/** @returns a channel to the other tabs; close it when the page is gone. */
export function openSessionChannel(name: SessionName, onMessage: (message: SessionMessage) => void) {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => onMessage(data);
  return {
    post: (message: SessionMessage) => channel.postMessage(message),
    close: () => channel.close(),
  };
}

/**
 * The sign-in page shows only when nobody is signed in: it tells the other tabs, and moves on when one of them signs
 * in.
 */
export function useSignedOutPage(name: SessionName, next: string): void {
  useEffect(() => {
    const channel = openSessionChannel(name, (message) => {
      if (message.kind === 'lasts') window.location.assign(next);
    });
    channel.post({ kind: 'over' });
    return channel.close;
  }, [name, next]);
}
