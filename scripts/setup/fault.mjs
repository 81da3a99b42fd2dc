/** Used by build/mend-driver.mjs alone. */
export class Fault extends Error {}
