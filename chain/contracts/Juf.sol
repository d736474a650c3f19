// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Capped} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Capped.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/**
 * @title JUF
 * @notice The token the treasury sells. ERC-20 with EIP-2612 permits.
 * @dev Nothing takes units out of the supply again (burned units are sent to 0x…dEaD), so the cap bounds what was ever
 * minted, which is what "maximum minting cap" promises.
 */
contract Juf is ERC20Capped, ERC20Permit, AccessControl {
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    uint256 private constant MAX_MINTING_CAP = 21_000_000 ether;

    /// @notice Whether the batch with this id was minted.
    mapping(bytes32 id => bool) public minted;

    event Minted(bytes32 indexed id, address indexed to, uint256 amount);

    error AlreadyMinted(bytes32 id);

    constructor(address admin, address minter) ERC20("JuFi", "JUF") ERC20Capped(MAX_MINTING_CAP) ERC20Permit("JuFi") {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(MINTER_ROLE, minter);
    }

    /// @notice The most JUF that can ever be minted.
    function maxMintingCap() external view returns (uint256) {
        return cap();
    }

    /// @notice Mints without an id.
    function mint(address to, uint256 amount) external onlyRole(MINTER_ROLE) {
        _mint(to, amount);
    }

    /// @notice Mints a batch at most once: a minter that crashed before it learned the outcome can simply send again.
    function mintOnce(bytes32 id, address to, uint256 amount) external onlyRole(MINTER_ROLE) {
        if (minted[id]) revert AlreadyMinted(id);
        minted[id] = true;
        _mint(to, amount);
        emit Minted(id, to, amount);
    }

    function _update(address from, address to, uint256 value) internal override(ERC20, ERC20Capped) {
        super._update(from, to, value);
    }
}
