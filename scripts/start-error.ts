/** A reason not to start, which a person can act on: printed as one sentence, without a stack, exit code 1. */
export class StartError extends Error {}
