/** The places on the home page that one can be sent to. */
export const windowId = 'window';
export const shelvesId = 'shelves';
