export { HttpWebhookSender } from './http-webhook-sender.js';
