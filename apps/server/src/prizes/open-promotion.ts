import type { Config } from "../config/config.ts";
import { SecretSeal } from "../integrations/secret-seal.ts";
import { WebhookClient } from "../integrations/webhook-client.ts";
import { PromotionSource, type PromotionSourceOptions } from "./promotion-source.ts";
import { Promotion } from "./promotion.ts";

export interface PromotionOptions extends Omit<PromotionSourceOptions, "choice"> {
  integrations?: Config["integrations"];
}

export function openPromotion(options: PromotionOptions): Promotion {
  const { db, clock, log } = options;
  return new Promotion({ db, clock, log, source: openPromotionSource(options) });
}

export function openPromotionSource({
  integrations,
  ...options
}: PromotionOptions): PromotionSource {
  const choice =
    integrations === undefined
      ? null
      : { seal: new SecretSeal(integrations.key), policy: new WebhookClient(integrations) };
  return new PromotionSource({ ...options, choice });
}
