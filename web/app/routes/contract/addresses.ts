export const startPath = '/sign-contract';
export const agreementPath = `${startPath}/agreement`;
