export interface Change {
  /**
   * - breaking: an answer in a draft of the release could be lost or refused under the current definition;
   * - asking: a draft may be asked for an answer that it could do without before;
   * - exposing: personal data would be shown less carefully, or what was refused would pass.
   */
  kind: 'additive' | 'asking' | 'breaking' | 'exposing';
  sentence: string;
}

export function additive(sentence: string): Change {
  return { kind: 'additive', sentence };
}

export function asking(sentence: string): Change {
  return { kind: 'asking', sentence };
}

export function exposing(sentence: string): Change {
  return { kind: 'exposing', sentence };
}

export function breaking(sentence: string): Change {
  return { kind: 'breaking', sentence };
}
