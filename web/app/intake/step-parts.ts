/** What a form adds to its steps. */
export interface StepParts {
  /** The page's heading, instead of the step's own. */
  heading?: string | undefined;
  /** Below the heading, above the step's questions. */
  beforeForm?: React.ReactNode;
  /** Between the reviewed answers and the last step's own questions. */
  afterReview?: React.ReactNode;
  /** Below the form and outside of it. */
  afterForm?: React.ReactNode;
}
