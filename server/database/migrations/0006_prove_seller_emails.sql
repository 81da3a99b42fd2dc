ALTER TABLE "users" ADD COLUMN "email_proven_at" timestamp with time zone;--> statement-breakpoint
UPDATE "users" SET "email_proven_at" = now() FROM "auth_users"
WHERE "auth_users"."email" = lower("users"."email") AND "auth_users"."email_verified" AND "users"."removed_at" IS NULL;
