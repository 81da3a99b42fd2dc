import { stepsAfterSale } from './steps-after-sale.ts';
import { stepsOnSale, stepsUntilPaid } from './steps-until-paid.ts';

/** What people do with a product on sale and with its sale, by function calls and by requests. */
export const saleSteps = { ...stepsOnSale, ...stepsUntilPaid, ...stepsAfterSale };

export type SaleStepName = keyof typeof saleSteps;
/** The steps that can be taken by HTTP. */
export type RequestStepName = {
  [Name in SaleStepName]: (typeof saleSteps)[Name] extends { request: unknown } ? Name : never;
}[SaleStepName];
