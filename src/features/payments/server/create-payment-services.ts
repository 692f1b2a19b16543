import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { chooseForMoney } from './choose-for-money.ts';
import { findDocumentFile, findPayPage } from './find-pay-page.ts';
import { giveCourse } from './give-course.ts';
import { cancelOrder, markPaid, recordPart, undoPaid, waiveOrder } from './mark-paid.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { receiveNotification, verifyNotification } from './receive-notification.ts';
import { refundOrder, resolveRefund } from './refund-order.ts';
import { requestInvoice, saveBuyerName, saveInvoiceDetails } from './save-invoice-details.ts';
import * as setUp from './set-up-payments.ts';
import { confirmReturn, reportPaid, startDelivery, startPayment } from './start-payment.ts';
import * as proofs from './take-proof.ts';

export type PaymentServices = ReturnType<typeof createPaymentServices>;

export type PaymentSetUpServices = ReturnType<typeof createPaymentSetUp>;

/** Creates the use cases of the providers' keys. */
export const createPaymentSetUp = (deps: setUp.SetUpPaymentsDeps) =>
  bindUseCases(deps, { ...setUp });

/** Creates the use cases of payments: a buyer pays, a provider reports, the mentor marks or refunds. */
export const createPaymentServices = (deps: PaymentDeps) =>
  bindUseCases(deps, {
    findPayPage,
    findDocumentFile,
    startPayment,
    reportPaid,
    confirmReturn,
    startDelivery,
    saveInvoiceDetails,
    requestInvoice,
    saveBuyerName,
    chooseForMoney,
    ...proofs,
    receiveNotification,
    verifyNotification,
    markPaid,
    undoPaid,
    recordPart,
    waiveOrder,
    cancelOrder,
    giveCourse,
    refundOrder,
    resolveRefund,
  });
