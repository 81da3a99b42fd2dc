ALTER TABLE "reports" DROP CONSTRAINT "reports_reason_known";--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "is_same_instrument" boolean;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "code_photo_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "code_photo_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "code_photo_code" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "code_photo_beside" uuid[];--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reason_known" CHECK ("reports"."reason" in ('fraud', 'counterfeit', 'stolen', 'misleading', 'code-photo', 'harassment', 'privacy', 'child-safety', 'illegal', 'spam', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_code_photo_is_whole" CHECK (num_nulls("products"."code_photo_id", "products"."code_photo_at", "products"."code_photo_code", "products"."code_photo_beside") in (0, 4)) NOT VALID;