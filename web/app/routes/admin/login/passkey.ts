/** As the server takes it: longer than any device answers. */
const longest = 16_000;

/** @returns what a browser answered for a passkey, from the field that `PasskeyButton` fills. */
export function readAnswer(posted: FormData): string {
  const answer = posted.get('answer');
  // Never empty: the server then says that the passkey was not recognized, as for any other that is none.
  return typeof answer === 'string' && answer !== '' ? answer.slice(0, longest) : 'none';
}
