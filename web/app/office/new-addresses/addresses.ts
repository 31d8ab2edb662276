/** The list of new addresses to report to Social Security. */
export const newAddressesPath = '/admin/new-addresses';
