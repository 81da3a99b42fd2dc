/** Anchors on the home page. */
export const windowId = 'window';
export const categoriesId = 'categories';
