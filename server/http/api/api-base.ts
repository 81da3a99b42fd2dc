/** All calls stand under this address; the pages have the rest. */
export const apiBase = '/api';
