import type { Answers } from '@claimdesk/forms/definition';
import type { UiSchema } from '@rjsf/utils';
import { createContext, useContext } from 'react';

export interface TypedAnswers {
  answers: Answers;
  uiSchema: UiSchema;
}

export const TypedAnswersContext = createContext<TypedAnswers>({ answers: {}, uiSchema: {} });

/** For hints shown while typing; validation happens on submit. */
export function useTypedAnswers(): TypedAnswers {
  return useContext(TypedAnswersContext);
}
