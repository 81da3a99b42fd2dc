/** Anchors on the home page. */
export const windowId = 'window';
export const shelvesId = 'shelves';
