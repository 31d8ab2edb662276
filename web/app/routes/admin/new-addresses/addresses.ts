/** The list of addresses that Social Security has to be told. */
export const newAddressesPath = '/admin/new-addresses';
