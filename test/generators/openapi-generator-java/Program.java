import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AddressesApi;
import org.openapitools.client.api.AdminApi;
import org.openapitools.client.api.SectionsApi;
import org.openapitools.client.api.SubnetsApi;
import org.openapitools.client.api.UserApi;
import org.openapitools.client.model.*;

/** Signs in, lists in pages, takes an address with a key, writes in bulk, stores a custom field and meets an error. */
public class Program {
  private static void check(boolean holds, Object what) {
    if (!holds) throw new IllegalStateException("unexpected: " + what);
  }

  private static String cursorIn(String next) {
    for (String pair : URI.create(next).getQuery().split("&")) if (pair.startsWith("after=")) return pair.substring(6);
    throw new IllegalStateException("no cursor in " + next);
  }

  public static void main(String[] words) throws Exception {
    String name = System.getenv("SECTION"), network = System.getenv("NETWORK");
    String prefix = network.substring(0, network.length() - 1);
    ApiClient client = new ApiClient().setBasePath(System.getenv("API"));
    client.addDefaultHeader("api-stringify-results", "0");
    client.setUsername("Admin");
    client.setPassword(System.getenv("PASSWORD"));
    String token = new UserApi(client).signIn(null, new SignInRequest()).getData().getToken();
    client.setUsername(null);
    client.setPassword(null);
    client.addDefaultHeader("token", token);

    SectionsApi sections = new SectionsApi(client);
    SubnetsApi subnets = new SubnetsApi(client);
    AddressesApi addresses = new AddressesApi(client);
    int section = sections.createSection(new CreateSectionRequest().name(name).strictMode(true), null, null, null).getId();
    int id = subnets
        .createSubnet(new CreateSubnetRequest().sectionId(section).subnet(network).mask(24), null, null, null)
        .getId();

    List<WriteAddressesRequestItemsInner> items = new ArrayList<>();
    for (int place = 1; place <= 12; place++)
      items.add(new WriteAddressesRequestItemsInner()
          .action(WriteAddressesRequestItemsInner.ActionEnum.CREATE)
          .subnetId(id)
          .ip(prefix + place)
          .hostname("web" + place + ".example"));
    var written = addresses.writeAddresses(new WriteAddressesRequest().items(items).atomic(true), null, null, null).getData();
    check(written.size() == 12 && written.get(11).getStatus() == 201, written);

    int count = 0;
    String after = null;
    do {
      var page = subnets.listSubnetAddresses(id, null, 5, after, true, null, null, null);
      check(page.getTotal() == 12, page);
      count += page.getData().size();
      after = page.getNext() == null ? null : cursorIn(page.getNext());
    } while (after != null);
    check(count == 12, count);

    AllocateAddressRequest body = new AllocateAddressRequest().hostname("taken.example");
    var first = addresses.allocateAddress(id, null, null, name, body);
    var again = addresses.allocateAddress(id, null, null, name, body);
    check(first.getData().equals(prefix + "13") && first.getId().equals(again.getId()), again);

    String field = "custom_java";
    new AdminApi(client).createCustomField(
        new CreateCustomFieldRequest().on(CreateCustomFieldRequest.OnEnum.ADDRESSES).name(field).type("varchar(64)"), null, null, null);
    CreateAddressRequest withField = new CreateAddressRequest().subnetId(id).ip(prefix + "20");
    withField.putAdditionalProperty(field, "rack 7");
    int stored = addresses.createAddress(withField, null, null, null).getId();
    var read = addresses.getAddress(stored, null, null, null, null).getData();
    check("rack 7".equals(read.getAdditionalProperty(field)), read);

    try {
      addresses.getAddress(999_999, null, null, null, null);
      check(false, "no error");
    } catch (ApiException error) {
      check(error.getCode() == 404 && error.getResponseBody().contains("Invalid Id"), error);
    }
    System.out.println(
        "signed in, listed 12 addresses in pages, took one with a key, wrote in bulk, stored a custom field, met an error");
    System.exit(0);
  }
}
