import { leaveOut } from '#web/app/portal/portal.ts';
import type { UploadOutcome } from './receive-uploads.server.ts';

/** Result of each file of a form that was posted without script, each on its own line. */
export function UploadResults({
  files,
  receipt,
  form,
}: Pick<UploadOutcome, 'files' | 'receipt'> & { form: string }) {
  const refused = files.filter(({ outcome }) => outcome.state === 'refused').length;
  return (
    <section className="upload-results" aria-labelledby="results">
      <h2 id="results">What happened to each file</h2>
      <ul className="sending-files">
        {files.map(({ number, name, outcome }) => (
          <li key={number}>
            <p className="file-name">{name}</p>
            <p className={outcome.state === 'refused' ? 'file-state not-sent' : 'file-state'}>
              {resultWords(outcome)}
            </p>
          </li>
        ))}
      </ul>
      {refused > 0 ? (
        <button
          type="submit"
          form={form}
          name={leaveOut}
          value={receipt ?? ''}
          className="button secondary small"
        >
          Leave out what was not sent
        </button>
      ) : null}
    </section>
  );
}

export function resultWords(outcome: UploadOutcome['files'][number]['outcome']): React.ReactNode {
  if (outcome.state === 'received') return 'Received';
  if (outcome.state === 'refused') return `Not sent: ${outcome.text}.`;
  return (
    <>
      We have it already: receipt <span className="nowrap">{outcome.receipt}</span>
    </>
  );
}
