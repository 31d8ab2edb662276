'use client';

import { useAllFormFields } from '@payloadcms/ui';
import { useDeferredValue, useMemo } from 'react';
import { hardFrom, passagesOf, readingGrade } from '../reading/reading-grade.ts';

/** Names of fields that hold sentences. Titles, labels and cells of tables are too short to be judged. */
const proseFields = ['lead', 'description', 'body', 'text', 'intro', 'answer', 'summary', 'quote'];

/** Shows how hard the text is to read while it is being written. It warns and never blocks publishing. */
export function ReadingGrade() {
  const [fields] = useAllFormFields();
  // The text can be long, so typing has priority over the grade.
  const settled = useDeferredValue(fields);
  const grade = useMemo(() => {
    const prose = Object.entries(settled).filter(([path]) => isProse(path));
    return readingGrade(prose.flatMap(([, field]) => passagesOf(field?.value)));
  }, [settled]);
  const hard = grade !== undefined && grade > hardFrom;
  return (
    <div className="field-type reading-grade" data-hard={hard}>
      <p className="field-label">Reading grade</p>
      <p className="reading-grade__value">{grade === undefined ? 'Too short to say' : grade.toFixed(1)}</p>
      <p className="field-description">{adviceFor(grade, hard)}</p>
    </div>
  );
}

function isProse(path: string): boolean {
  const parts = path.split('.');
  // Table cells have a field called text too, and are not sentences.
  return proseFields.includes(parts.at(-1) ?? '') && parts[0] !== 'meta' && !parts.includes('cells');
}

function adviceFor(grade: number | undefined, hard: boolean): string {
  if (grade === undefined) return 'The school year that a reader needs. Aim for 7 or lower.';
  return hard
    ? `Hard to read: above ${hardFrom}. Shorten sentences and use more common words. You can publish all the same.`
    : 'The school year that a reader needs. 7 or lower is best.';
}
