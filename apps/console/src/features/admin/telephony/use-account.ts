import {
  type AccountSurvey,
  chooseAccount,
  type EndpointBody,
  leaveAccount,
  surveyAccount,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";

export type AccountLogin = EndpointBody<typeof surveyAccount>;

export interface AccountChanges {
  survey: (login: AccountLogin) => Promise<AccountSurvey>;
  choose: (login: AccountLogin, survey: AccountSurvey) => Promise<void>;
  leave: () => Promise<void>;
}

/**
 * Connects a Twilio account in place of the exchange: `survey` lists the changes at the account,
 * `choose` makes them, and `leave` returns to the exchange.
 */
export function useAccountChanges(station: string): AccountChanges {
  const { http } = useConsole();
  const params = { id: station };
  return {
    survey: (body) => http.call(surveyAccount, { params, body }),
    choose: async (login, { seen }) => {
      await http.call(chooseAccount, { params, body: { ...login, seen } });
    },
    leave: async () => {
      await http.call(leaveAccount, { params });
    },
  };
}
