export const startPath = '/sign-contract';
export const agreementPath = `${startPath}/agreement`;
export const ownPdfPath = `${startPath}/contract.pdf`;
export const noDownloadPath = `${startPath}/no-download`;
