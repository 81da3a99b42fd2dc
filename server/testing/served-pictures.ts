import { picturesPath } from '../providers/images/port.ts';

/** The addresses of pictures as a shop has them that serves them itself, for tests that store none. */
export const servedPictures = { baseUrl: (id: string) => `${picturesPath}/${id}` };
