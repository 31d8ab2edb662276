import type { Answers } from '@claimdesk/forms/definition';
import type { UiSchema } from '@rjsf/utils';
import { createContext, useContext } from 'react';

/** What stands in a form at this moment, as it was typed. */
export interface TypedAnswers {
  answers: Answers;
  uiSchema: UiSchema;
}

export const TypedAnswersContext = createContext<TypedAnswers>({ answers: {}, uiSchema: {} });

/** For what advises while somebody types; the verdict comes when the form is sent. */
export function useTypedAnswers(): TypedAnswers {
  return useContext(TypedAnswersContext);
}
